"""UNO: cards, rules as data, actions, state and play."""
