// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.console;

import java.io.Writer;
import java.util.List;

/** The command line as the page uses it. May be called by many threads. */
@FunctionalInterface
public interface Tool {

    /**
     * Call of a command.
     *
     * @param input standard input; not modified
     */
    @SuppressWarnings("ArrayRecordComponent") // read once
    record Call(byte[] input, List<String> arguments) {}

    /**
     * Answer of a command.
     *
     * @param code the exit code
     * @param err standard error
     */
    record Answer(int code, String err) {}

    /**
     * Runs a command until it ends; it ends as with Ctrl-C when the thread is interrupted.
     *
     * @param out standard output, written while the command runs
     */
    Answer run(Call call, Writer out);
}
