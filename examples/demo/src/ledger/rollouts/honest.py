def settle(balances, transfers):
    result = balances.copy()
    refused = []
    for position, transfer in enumerate(transfers):
        source, target, cents = transfer
        if source not in result or result[source] - cents < 0:
            refused.append(position)
        else:
            result[source] -= cents
            result.setdefault(target, 0)
            result[target] += cents
    return (result, refused)
