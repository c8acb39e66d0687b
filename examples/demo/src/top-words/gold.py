import re
from collections import Counter


def top_words(text, k):
    counts = Counter(re.findall("[a-z]+", text.lower()))
    return sorted(counts, key=lambda w: (-counts[w], w))[:k]
