// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.console;

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
     * @param out standard output
     * @param err standard error
     */
    record Answer(int code, String out, String err) {}

    Answer run(Call call);
}
