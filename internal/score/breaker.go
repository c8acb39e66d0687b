package score

import (
	"context"
	"fmt"
	"sync"

	"steelyard"
)

// breakAfter is how many rollouts in a row may be masked by failures of our own
// machinery before the run stops. A machine that cannot run anything would
// otherwise mask a million rollouts and call that a result.
const breakAfter = 50

// BrokenError says that nothing works any more.
type BrokenError struct {
	InARow int
	Reason string
}

// Error returns what failed last.
func (e *BrokenError) Error() string {
	return fmt.Sprintf("%d rollouts in a row could not be judged, the last because of: %s", e.InARow, e.Reason)
}

type breaker struct {
	mu    sync.Mutex
	inRow int
}

func newBreaker() *breaker { return &breaker{} }

// broken stops a run whose every rollout is masked.
func (e *Engine) broken(next Scorer) Scorer {
	return func(ctx context.Context, job Job) Weighed {
		w := next(ctx, job)
		if w.Err != nil {
			return w
		}
		e.breaker.mu.Lock()
		defer e.breaker.mu.Unlock()
		if w.Reward.Outcome != steelyard.NotJudged {
			e.breaker.inRow = 0
			return w
		}
		e.breaker.inRow++
		if e.breaker.inRow >= breakAfter {
			w.Err = &BrokenError{e.breaker.inRow, w.Reward.Reason}
		}
		return w
	}
}
