#: C31; fail; tells the interactor that it has been right
print("correct\naccepted\n42", flush=True)
