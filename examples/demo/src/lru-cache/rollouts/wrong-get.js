function simulate(capacity, ops) {
  const cache = new Map();
  const out = [];
  for (const [kind, key, value] of ops) {
    if (kind === "get") {
      out.push(cache.has(key) ? cache.get(key) : null);
    } else {
      cache.delete(key);
      cache.set(key, value);
      if (cache.size > capacity) cache.delete(cache.keys().next().value);
    }
  }
  return out;
}
