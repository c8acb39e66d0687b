import re
from collections import Counter


def top_words(text, k):
    counts = Counter(re.findall(r"[A-Za-z]+", text))
    ranked = sorted(counts, key=lambda w: (-counts[w], w))
    return [w.lower() for w in ranked[:k]]
