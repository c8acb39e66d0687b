# A filter of our own may tighten; it may not listen, and ours must still hold.
prog = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0x7FFF0000), 8)
fprog = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", 1, ctypes.addressof(prog)), 16)
closed("filter with a listener", 317, 277, 1, 8, fprog)
r, e = call(317 if X86 else 277, 1, 0, fprog)
say("note", "filter of our own", "%d %s" % (r, e))
closed("unshare under two filters", 272, 97, 0x10000000)
closed("mount under two filters", 165, 40, b"none", b"/tmp", b"tmpfs", 0, None)
done()
