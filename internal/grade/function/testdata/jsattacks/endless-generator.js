// Never ends while it is looked at.
function* double(list) { for (;;) yield 0; }
