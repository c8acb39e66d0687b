package score

import (
	"context"
)

// maxAttempts is how often a step is tried when our own machinery fails.
const maxAttempts = 3

// retried asks again, in another sandbox, where our own machinery failed and
// said that trying again can help. Without it one slot with a problem of its own
// would mask rollouts that are perfectly weighable.
func retried(next Executor) Executor {
	return func(ctx context.Context, c *Call) Executed {
		var failed []Executed
		for attempt := 1; ; attempt++ {
			done := next(ctx, c)
			done.Observation.Measure.Attempt = attempt
			f := done.Observation.Outcome.Infra
			if f == nil || !f.Retry || attempt == maxAttempts || ctx.Err() != nil {
				for i := range failed {
					done.Attempts = append(done.Attempts, failed[i].Observation)
				}
				return done
			}
			failed = append(failed, done)
		}
	}
}
