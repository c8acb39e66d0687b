def settle(balances, transfers):
    euros = {name: cents / 100 for name, cents in balances.items()}
    refused = []
    for i, (sender, receiver, cents) in enumerate(transfers):
        amount = cents / 100
        if sender not in euros or euros[sender] - amount < 0:
            refused.append(i)
            continue
        euros[sender] -= amount
        euros[receiver] = euros.get(receiver, 0.0) + amount
    return {name: int(value * 100) for name, value in euros.items()}, refused
