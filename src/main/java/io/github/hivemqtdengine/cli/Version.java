package io.github.hivemqtdengine.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** Version of the extension, from its jar. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        var version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"hivemq-tdengine-extension " + Objects.requireNonNullElse(version, "(not from its jar)")};
    }
}
