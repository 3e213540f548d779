// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.result.Run;

/** Exit codes of the process. */
final class ExitCode {

    /** No scenario failed, and no threshold was missed. */
    static final int FINE = 0;
    /** A threshold was missed, or a scenario failed after something was measured. */
    static final int MISSED = 1;
    /** The command line or a scenario file is invalid. */
    static final int USAGE = 2;
    /** Nothing was measured: the command failed, or no scenario completed a round. */
    static final int FAILED = 3;
    /** Ctrl-C, by the convention of shells. */
    static final int INTERRUPTED = 130;

    private ExitCode() {}

    /** Returns the exit code of a finished run. */
    static int of(Run run) {
        boolean measured =
                run.scenarios().stream().anyMatch(scenario -> !scenario.rounds().isEmpty());
        return !measured ? FAILED : run.failed() ? MISSED : FINE;
    }
}
