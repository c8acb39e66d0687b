function daysBetween(a, b) {
  const ms = Math.abs(new Date(b + "T00:00:00Z") - new Date(a + "T00:00:00Z"));
  return Math.round(ms / 86400000);
}
