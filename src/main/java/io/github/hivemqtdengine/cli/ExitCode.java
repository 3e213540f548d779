// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

/** Exit codes of the commands; {@code 2} for wrong usage is picocli's own. */
final class ExitCode {

    static final int FINE = 0;
    static final int PROBLEMS = 1;
    static final int FAILURE = 3;

    private ExitCode() {}
}
