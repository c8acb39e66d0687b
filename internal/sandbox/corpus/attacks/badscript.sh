#!/no/such/interpreter
echo started
