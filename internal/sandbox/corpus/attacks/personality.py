closed("personality without randomisation", 135, 92, 0x0040000)
closed("personality read implies exec", 135, 92, 0x0400000)
r, e = call(135 if X86 else 92, 0xFFFFFFFF)
if r != 0:
    say("escaped", "personality is", "%d %s" % (r, e))
done()
