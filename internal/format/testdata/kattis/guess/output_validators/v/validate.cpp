// Usage: validate input answer feedback_dir limit n
#include <cstdlib>
#include <fstream>
#include <iostream>
#include "validate.h"

int main(int argc, char **argv) {
	int secret, guess, left = argc > 5 ? std::atoi(argv[5]) : 10;
	std::ifstream(argv[1]) >> secret;
	while (left-- > 0 && std::cin >> guess) {
		std::cout << verdict(guess, secret) << std::endl;
		if (guess == secret) return 42;
	}
	return 43;
}
