// Claims that the environment is at fault.
function double(list) { const e = new Error("Cannot find module 'js-md5'"); e.code = 'MODULE_NOT_FOUND'; throw e; }
