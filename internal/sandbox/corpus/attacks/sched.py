fails("nice -20", lambda: os.setpriority(os.PRIO_PROCESS, 0, -20))
fails("SCHED_FIFO", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)))
fails("SCHED_RR", lambda: os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(50)))
fails("affinity of 1", lambda: os.sched_setaffinity(1, {0}))
import resource

for name in ("NPROC", "NOFILE", "FSIZE", "CPU", "CORE", "MEMLOCK", "RTPRIO"):
    soft, hard = resource.getrlimit(getattr(resource, "RLIMIT_" + name))
    if hard == resource.RLIM_INFINITY:
        continue
    fails("raise " + name, lambda: resource.setrlimit(getattr(resource, "RLIMIT_" + name), (hard + 1, hard + 1)))
done()
