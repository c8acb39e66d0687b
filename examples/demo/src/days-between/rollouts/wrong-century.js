function daysBetween(a, b) {
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const count = (text) => {
    const [y, m, d] = text.split("-").map(Number);
    let days = y * 365 + Math.floor((y + 3) / 4) + d;
    for (let i = 0; i < m - 1; i++) days += lengths[i];
    if (m > 2 && y % 4 === 0) days += 1;
    return days;
  };
  return count(b) - count(a);
}
