// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command of a child JVM. */
public final class JavaCommand {

    /** System property with blank-separated arguments for all child JVMs; they pass it on to their own child JVMs. */
    public static final String ARGUMENTS = "loadtest.child-jvm";

    private JavaCommand() {}

    /** Returns the command that starts a JVM with the class path of this program. */
    public static List<String> of(Class<?> main, List<String> jvmArguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmArguments);
        command.addAll(furtherArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return command;
    }

    private static List<String> furtherArguments() {
        var value = System.getProperty(ARGUMENTS, "").strip();
        if (value.isEmpty()) {
            return List.of();
        }
        var arguments = new ArrayList<>(List.of(value.split(" +")));
        arguments.add("-D" + ARGUMENTS + "=" + value);
        return arguments;
    }
}
