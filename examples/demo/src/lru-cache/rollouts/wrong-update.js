function simulate(capacity, ops) {
  const cache = new Map();
  const out = [];
  for (const [kind, key, value] of ops) {
    if (kind === "get") {
      if (!cache.has(key)) {
        out.push(null);
        continue;
      }
      const v = cache.get(key);
      cache.delete(key);
      cache.set(key, v);
      out.push(v);
    } else {
      if (cache.size >= capacity) cache.delete(cache.keys().next().value);
      cache.delete(key);
      cache.set(key, value);
    }
  }
  return out;
}
