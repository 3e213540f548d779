// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.output;

/** Exit codes of the commands; {@code 2} for wrong usage is picocli's own. */
public final class ExitCode {

    public static final int FINE = 0;
    public static final int PROBLEMS = 1;
    public static final int FAILURE = 3;

    private ExitCode() {}
}
