package compare_test

import (
	"testing"

	"steelyard/internal/compare"
)

func TestTestlib(t *testing.T) {
	t.Parallel()
	const ok, wrong, format, fail = compare.CheckerOK, compare.CheckerWrong, compare.CheckerPresentation, compare.CheckerFail
	tests := []struct {
		checker, answer, output string
		want                    compare.CheckerVerdict
	}{
		{"wcmp", "a b\nc", "a\nb c\n", ok},
		{"wcmp", "a", "A", wrong},
		{"wcmp", "a", "a b", wrong},
		{"wcmp", "a b", "a", wrong},
		{"lcmp", "x y\n", " x   y", ok},
		{"lcmp", "x\ny\n", "x y\n", wrong},
		{"lcmp", "x\n", "x\n\n \n", ok},
		{"lcmp", "x\n", "x\nmore\n", format},
		{"lcmp", "x\ny\n", "x\n", format},
		{"fcmp", "x y\r\nz", "x y\nz\n", ok},
		{"fcmp", "x y\n", "x  y\n", wrong},
		{"fcmp", "\nx", "\nx", ok},
		{"icmp", "5", "5", ok},
		{"icmp", "5", "6", wrong},
		{"icmp", "5", "2147483648", format},
		{"icmp", "2147483648", "5", fail},
		{"icmp", "5", "", format},
		{"ncmp", "5 -6", "5\n-6\n", ok},
		{"ncmp", "5", "05", format},
		{"ncmp", "5", "-0", format},
		{"ncmp", "0 1", "0", wrong},
		{"ncmp", "0", "0 1", wrong},
		{"ncmp", "0", "0 x", format},
		{"ncmp", "x", "5", fail},
		{"ncmp", "9223372036854775807", "9223372036854775808", format},
		{"uncmp", "3 1 2", "1 2 3", ok},
		{"uncmp", "1 1 2", "1 2 2", wrong},
		{"uncmp", "1", "1 1", wrong},
		{"uncmp", "1", "+1", format},
		{"hcmp", "-99999999999999999999999", "-99999999999999999999999", ok},
		{"hcmp", "99999999999999999999999", "99999999999999999999998", wrong},
		{"hcmp", "0", "-0", format},
		{"hcmp", "7", "007", format},
		{"hcmp", "7", "7 8", format},
		{"hcmp", "7 8", "7", fail},
		{"yesno", "No", "nO", ok},
		{"yesno", "No", "yes", wrong},
		{"yesno", "No", "n", format},
		{"yesno", "N", "no", fail},
		{"yesno", "no", "no no", format},
		{"nyesno", "yes no", "YES NO", ok},
		{"nyesno", "yes no", "YES", wrong},
		{"nyesno", "yes", "YES NO", wrong},
		{"nyesno", "yes", "perhaps", format},
		{"rcmp", "1", "1.0000014", ok},
		{"rcmp", "1", "1.0000016", wrong},
		{"rcmp4", "10000 0", "10001 0.0001", ok},
		{"rcmp4", "10000", "10001.1", wrong},
		{"rcmp6", "2", "2e0", ok},
		{"rcmp6", "1000000", "1000001", ok},
		{"rcmp6", "1000000", "1000002", wrong},
		{"rcmp6", "1", "nan", format},
		{"rcmp6", "nan", "1", fail},
		{"rcmp6", "inf", "inf", ok},
		{"rcmp6", "inf", "-inf", wrong},
		{"rcmp6", "1 2", "1", format},
		{"rcmp6", "1", "1 2", format},
		{"rcmp6", "1", "1_0", format},
		{"rcmp9", "1", "1.0000000005", ok},
		{"rcmp9", "1", "1.000000002", wrong},
		{"rncmp", "1 1", "1.00001 0.99999", ok},
		{"rncmp", "1", "1.00002", wrong},
		{"wcmp", "a", "\xef\xbb\xbfa", ok},
	}
	for _, tt := range tests {
		check, found := compare.Testlib(tt.checker)
		if !found {
			t.Fatalf("no checker %s", tt.checker)
		}
		got, message := check([]byte(tt.answer), []byte(tt.output))
		if got != tt.want {
			t.Errorf("%s, answer %q, output %q: %d (%s), want %d", tt.checker, tt.answer, tt.output, got, message, tt.want)
		}
		if (got == ok) != (message == "") {
			t.Errorf("%s: verdict %d with message %q", tt.checker, got, message)
		}
	}
	if _, found := compare.Testlib("nocmp"); found {
		t.Error("an unknown checker is found")
	}
}

func FuzzTestlib(f *testing.F) {
	f.Add("1 2", "1\r2")
	f.Add("\r\n", "")
	f.Fuzz(func(t *testing.T, answer, output string) {
		for _, name := range []string{"wcmp", "lcmp", "fcmp", "icmp", "ncmp", "uncmp", "hcmp", "yesno", "nyesno", "rcmp", "rcmp4", "rcmp6", "rcmp9", "rncmp"} {
			check, _ := compare.Testlib(name)
			if v, m := check([]byte(answer), []byte(output)); v != compare.CheckerOK && m == "" {
				t.Errorf("%s: verdict %d without a message", name, v)
			}
			// An output that repeats the answer is never wrong; it may be unusable,
			// or hold more than a checker of one token reads.
			if v, m := check([]byte(answer), []byte(answer)); v == compare.CheckerWrong {
				t.Errorf("%s: %q against itself: %d (%s)", name, answer, v, m)
			}
		}
	})
}
