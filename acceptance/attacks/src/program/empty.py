#: -; fail; prints nothing and succeeds
