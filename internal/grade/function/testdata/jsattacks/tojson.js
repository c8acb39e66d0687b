// An object that claims a JSON form.
function double(list) { return { toJSON: () => list.map((x) => x * 2 - 1), length: list.length }; }
