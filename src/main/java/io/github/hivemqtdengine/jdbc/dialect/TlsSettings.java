// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings for the verification of a server.
 *
 * @param caFile certificates in PEM or DER form that are trusted instead of the JVM's, or {@code null}
 * @param checkHost whether the server's certificate must match the host of the URL
 */
public record TlsSettings(@Nullable Path caFile, boolean checkHost) {

    /**
     * Checks that a file contains certificates.
     *
     * @throws IllegalArgumentException with a sentence for the user if it does not
     */
    public static void checkCaFile(Path file) {
        certificates(file);
    }

    /**
     * Returns the certificates of a file, at least one.
     *
     * @throws IllegalArgumentException with a sentence for the user if it has none
     */
    public static List<X509Certificate> certificates(Path file) {
        try (var stream = Files.newInputStream(file)) {
            var certificates = CertificateFactory.getInstance("X.509").generateCertificates(stream).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (certificates.isEmpty()) {
                throw new IllegalArgumentException("contains no certificate; it must be a PEM or DER file");
            }
            return certificates;
        } catch (IOException e) {
            throw new IllegalArgumentException("can't be read (" + e.getClass().getSimpleName() + ")", e);
        } catch (CertificateException e) {
            throw new IllegalArgumentException("is not a file of certificates; it must be a PEM or DER file", e);
        }
    }
}
