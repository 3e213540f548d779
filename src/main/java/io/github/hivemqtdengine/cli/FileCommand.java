// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import java.io.InputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** Base of the commands whose argument may be the configuration. */
abstract class FileCommand extends ConfiguredCommand {

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "The configuration, as with --config.")
    private @Nullable Path file;

    FileCommand(Path home, InputStream in) {
        super(home, in);
    }

    @Override
    final void checkArguments() {
        if (file != null) {
            configuration().select(file);
        }
    }
}
