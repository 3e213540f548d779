package io.github.hivemqtdengine.loadtest.measure;

import java.time.Duration;
import java.util.Collection;

/** The CPU time that processes have used so far, as the operating system counts it: in steps of 10 ms on Linux. */
public final class CpuTime {

    private CpuTime() {}

    /** The sum over all of them; 0 for none. */
    public static Duration of(Collection<ProcessHandle> processes) {
        return processes.stream()
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
