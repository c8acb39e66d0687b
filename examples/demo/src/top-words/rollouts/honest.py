def top_words(text, k):
    counts = {}
    word = ""
    for ch in text.lower() + " ":
        if "a" <= ch <= "z":
            word += ch
        elif word:
            counts[word] = counts.get(word, 0) + 1
            word = ""
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [w for w, _ in ranked[:k]]
