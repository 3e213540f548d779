// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.result.Run;
import java.util.List;
import java.util.stream.Stream;

/** Exit codes of the process. */
final class ExitCode {

    /** No scenario failed, and every threshold was kept. */
    static final int FINE = 0;
    /** A threshold was missed, or a scenario failed. */
    static final int MISSED = 1;
    /** The command line or a scenario file is invalid. */
    static final int USAGE = 2;
    /** Nothing was measured: the command failed, or all scenarios were skipped. */
    static final int FAILED = 3;
    /** Ctrl-C, by the convention of shells. */
    static final int INTERRUPTED = 130;

    private ExitCode() {}

    /** Returns the exit code of several runs; {@link #FAILED} only if nothing was measured in any of them. */
    static int ofAll(List<Integer> codes) {
        return Stream.of(INTERRUPTED, MISSED, FINE)
                .filter(codes::contains)
                .findFirst()
                .orElse(FAILED);
    }

    /** Returns the exit code of a finished run. */
    static int of(Run run) {
        if (run.failed()) {
            return MISSED;
        }
        return run.scenarios().stream().allMatch(scenario -> scenario.skipped().isPresent()) ? FAILED : FINE;
    }
}
