def settle(balances, transfers):
    now, refused = dict(balances), []
    for i, (sender, receiver, amount) in enumerate(transfers):
        if now.get(sender, -1) < amount:
            refused.append(i)
            continue
        now[sender] -= amount
        now[receiver] = now.get(receiver, 0) + amount
    return now, refused
