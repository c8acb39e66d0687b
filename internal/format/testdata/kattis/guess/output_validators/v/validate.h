inline const char *verdict(int guess, int secret) {
	return guess < secret ? "higher" : guess > secret ? "lower" : "correct";
}
