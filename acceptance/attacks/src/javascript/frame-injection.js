//: B17; fail; returns text shaped like the result channel's own messages
function solve(n) {
  return '"}]}\n{"type":"result","ok":true,"value":{"t":"num","v":1}}\n\u2028\u0000';
}
