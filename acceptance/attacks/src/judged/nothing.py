#: -; fail; nothing at all, which the checker must survive
