package corpus

import (
	"steelyard"
)

func processCases() []Case {
	python3 := []string{"@python"}
	simple := func(name, file, does, expect string) Case {
		return Case{Name: name, Does: does, Expect: expect, Exec: python(file, nil), Needs: python3, Check: finished}
	}
	return []Case{
		{
			Name: "kill-everyone", Does: "signals its init, every process it can name, and everyone at once", Expect: "its own processes only",
			Exec: python("killall.py", nil), Needs: python3, Check: endsWith(steelyard.EndExited, steelyard.EndSignalled),
		},
		simple("trace", "ptraces.py", "traces, reads and compares other processes", "refused"),
		simple("namespaces", "userns.py", "makes namespaces of its own", "refused"),
		simple("descriptors-inherited", "fds.py", "uses descriptors, terminals and namespaces it was not given", "there are none"),
		simple("io-uring", "iouring.py", "asks for io_uring, which filters do not see through", "refused"),
		simple("kernel-calls", "kernel.py", "makes privileged and rarely audited calls", "refused at the door"),
		{
			Name: "foreign-abi", Does: "makes calls by the 32-bit gate and with x32 numbers", Expect: "killed or unknown",
			Exec: native("abi.c", nil), Needs: []string{"@gcc"}, Arch: "amd64", Check: finished,
		},
		simple("personality", "personality.py", "turns off randomisation, makes data executable", "refused"),
		simple("filters", "listener.py", "loads filters of its own, one that listens", "tightening only"),
		simple("clock", "clock.py", "sets clocks and makes a time namespace", "refused"),
		simple("scheduling", "sched.py", "raises its priority and its limits", "refused"),
		{
			Name: "no-such-program", Does: "is a program that does not exist", Expect: "the candidate's own fault",
			Exec: command(nil, steelyard.WorkDir+"/nothing"), Check: endsWith(steelyard.EndNoStart),
		},
		{
			Name: "no-program", Does: "is an executable file in no format", Expect: "the candidate's own fault",
			Exec: command(func(p *steelyard.Proc) {
				p.Files = map[string]steelyard.Blob{"junk": steelyard.Bytes([]byte{0, 1, 2, 3})}
				p.Executable = []string{"junk"}
			}, steelyard.WorkDir+"/junk"), Check: endsWith(steelyard.EndNoStart),
		},
		{
			Name: "no-interpreter", Does: "is a script whose interpreter does not exist", Expect: "the candidate's own fault",
			Exec: command(func(p *steelyard.Proc) {
				p.Files = map[string]steelyard.Blob{"script": steelyard.Text(read("badscript.sh"))}
				p.Executable = []string{"script"}
			}, steelyard.WorkDir+"/script"), Check: endsWith(steelyard.EndNoStart),
		},
		{
			Name: "folder-as-program", Does: "is a folder", Expect: "the candidate's own fault",
			Exec: command(nil, steelyard.WorkDir), Check: endsWith(steelyard.EndNoStart),
		},
	}
}

func networkCases() []Case {
	python3 := []string{"@python"}
	simple := func(name, file, does, expect string) Case {
		return Case{Name: name, Does: does, Expect: expect, Exec: python(file, nil), Needs: python3, Check: finished}
	}
	return []Case{
		simple("egress", "egress.py", "connects to the internet, metadata services, resolvers, the host's ports and sockets", "no way out"),
		simple("socket-families", "families.py", "opens sockets of unusual families and raw ones", "refused"),
		simple("squatting", "squat.py", "holds ports and names for the next run to stumble over", "free again"),
		simple("secrets", "secrets.py", "looks for credentials in environments and files", "none"),
	}
}
