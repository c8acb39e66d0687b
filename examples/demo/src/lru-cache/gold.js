function simulate(capacity, ops) {
  const cache = new Map();
  const out = [];
  for (const [kind, key, value] of ops) {
    const had = cache.has(key);
    const old = cache.get(key);
    cache.delete(key);
    if (kind === "get") {
      out.push(had ? old : null);
      if (had) cache.set(key, old);
      continue;
    }
    cache.set(key, value);
    if (cache.size > capacity) cache.delete(cache.keys().next().value);
  }
  return out;
}
