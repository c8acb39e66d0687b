assert settle({}, []) == ({}, [])
assert settle({"a": 100}, [("a", "b", 100)]) == ({"a": 0, "b": 100}, [])
assert settle({"a": 100}, [("a", "b", 101)]) == ({"a": 100}, [0])
assert settle({"a": 30}, [("a", "b", 10), ("a", "b", 10), ("a", "b", 10)]) == ({"a": 0, "b": 30}, [])
assert settle({"a": 5}, [("z", "a", 1), ("a", "a", 5)]) == ({"a": 5}, [0])
assert settle({"a": 110, "b": 0}, [("a", "b", 29), ("a", "b", 81), ("b", "a", 110)]) == ({"a": 110, "b": 0}, [])
before = {"x": 9}
settle(before, [("x", "y", 9)])
assert before == {"x": 9}
