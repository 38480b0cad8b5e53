from collections import Counter


def train(text, merges):
    words = Counter(text.split())
    splits = {word: [*word] for word in words}
    learned = []
    while len(learned) < merges:
        counts = {}
        for word, times in words.items():
            symbols = splits[word]
            for at in range(len(symbols) - 1):
                pair = symbols[at], symbols[at + 1]
                counts[pair] = counts.get(pair, 0) + times
        if not counts:
            break
        best = max(counts, key=counts.get)
        learned.append(best)
        splits = {word: merged(symbols, best) for word, symbols in splits.items()}
    return learned


def merged(symbols, pair):
    made = []
    while symbols:
        if tuple(symbols[:2]) == pair:
            made.append("".join(pair))
            symbols = symbols[2:]
        else:
            made.append(symbols[0])
            symbols = symbols[1:]
    return made
