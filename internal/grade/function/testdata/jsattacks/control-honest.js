function double(list) {
  return list.map((x) => 2 * x);
}
