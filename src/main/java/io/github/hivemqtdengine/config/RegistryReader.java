// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.UniqueNames;
import io.github.hivemqtdengine.jdbc.dialect.TlsSettings;
import io.github.hivemqtdengine.registry.RegistrySettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code <registry>}. */
final class RegistryReader {

    private static final String NO_URL =
            "is not the URL of a schema registry; write it like https://registry.example.com:8081";
    private static final int MAX_PORT = 65_535;
    private static final Set<String> SCHEMES = Set.of("http", "https");

    private final UniqueNames ids = UniqueNames.ofIds();
    private final Path folder;

    /** @param folder the base of relative paths */
    RegistryReader(Path folder) {
        this.folder = folder;
    }

    RegistrySettings read(Section registry) {
        var url = registry.value(Registries.URL).required(RegistryReader::url).orElse("");
        var username = registry.value(Registries.USERNAME);
        var password = registry.value(Registries.PASSWORD);
        if (!username.isPresent()) {
            password.reject("needs a <username>");
        }
        return new RegistrySettings(
                registry.value(Registries.ID).required(ids).orElse(""),
                url,
                username.read(RegistryReader::username).orElse(""),
                (username.isPresent() ? password.required() : password.read()).orElse(""),
                tls(registry.child(Registries.TLS), url),
                registry.get(Registries.REQUEST_TIMEOUT));
    }

    private @Nullable TlsSettings tls(Section tls, String url) {
        var caFile = tls.value(Databases.CA_FILE)
                .read(path -> ConnectionReader.caFile(folder, path))
                .orElse(null);
        if (!tls.isPresent()) {
            return null;
        }
        if (url.startsWith("http:")) {
            tls.reject("needs a <url> that begins with https://");
        }
        return new TlsSettings(caFile, true);
    }

    private static String username(String text) {
        if (text.isEmpty() || text.indexOf(':') >= 0) {
            throw new IllegalArgumentException("is not a user name: it must not be empty or contain a colon");
        }
        return text;
    }

    /** Returns a URL without a slash at its end, or throws. */
    private static String url(String text) {
        try {
            var url = new URI(text);
            if (url.getHost() == null && String.valueOf(url.getRawAuthority()).indexOf('_') >= 0) {
                throw new IllegalArgumentException("has a host name with an underscore, which Java does not permit");
            }
            if (!SCHEMES.contains(String.valueOf(url.getScheme()))
                    || url.getHost() == null
                    || url.getPort() == 0
                    || url.getPort() > MAX_PORT) {
                throw new IllegalArgumentException(NO_URL);
            }
            if (url.getRawUserInfo() != null) {
                throw new IllegalArgumentException("must not hold credentials; use <username> and <password>");
            }
            if (url.getRawQuery() != null || url.getRawFragment() != null) {
                throw new IllegalArgumentException("must end with the path below which the registry's API is");
            }
            return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(NO_URL, e);
        }
    }
}
