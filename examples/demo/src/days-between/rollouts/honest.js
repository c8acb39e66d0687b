function daysBetween(a, b) {
  const stamp = (text) => {
    const [year, month, day] = text.split("-").map(Number);
    return Date.UTC(year, month - 1, day);
  };
  return (stamp(b) - stamp(a)) / (24 * 60 * 60 * 1000);
}
