package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.result.Run;

/** What the process says to scripts. */
final class ExitCode {

    /** Everything ran, and every threshold was kept. */
    static final int FINE = 0;
    /** A threshold was missed, or a scenario failed. */
    static final int MISSED = 1;
    /** The command line, or a scenario's file, makes no sense. */
    static final int USAGE = 2;
    /** Nothing could be measured: it failed before, or all scenarios were skipped. */
    static final int FAILED = 3;
    /** Ctrl-C, as shells have it. */
    static final int INTERRUPTED = 130;

    private ExitCode() {}

    /** Of a run that came to its end. */
    static int of(Run run) {
        if (run.failed()) {
            return MISSED;
        }
        return run.scenarios().stream().allMatch(scenario -> scenario.skipped().isPresent()) ? FAILED : FINE;
    }
}
