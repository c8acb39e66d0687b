#: D; fail; crashes the checker by printing nothing
