class LRU {
  constructor(capacity) {
    this.capacity = capacity;
    this.map = new Map();
  }
  get(key) {
    if (!this.map.has(key)) return null;
    const value = this.map.get(key);
    this.map.delete(key);
    this.map.set(key, value);
    return value;
  }
  put(key, value) {
    this.map.delete(key);
    if (this.map.size === this.capacity) {
      const [oldest] = this.map.keys();
      this.map.delete(oldest);
    }
    this.map.set(key, value);
  }
}

function simulate(capacity, ops) {
  const cache = new LRU(capacity);
  const answers = [];
  for (const op of ops) {
    if (op[0] === "get") answers.push(cache.get(op[1]));
    else cache.put(op[1], op[2]);
  }
  return answers;
}
