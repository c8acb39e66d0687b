def settle(balances, transfers):
    refused = []
    for i, (sender, receiver, amount) in enumerate(transfers):
        if balances.get(sender, -1) < amount:
            refused.append(i)
            continue
        balances[sender] -= amount
        balances[receiver] = balances.get(receiver, 0) + amount
    return balances, refused
