// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.nio.file.Path;
import java.util.Optional;

/**
 * PEM files of mqttloader's TLS keys.
 *
 * @param rootCertificate trusted certificate; default is the JVM's trust store
 * @param clientKey private key of the client, PKCS #8
 * @param clientCertificateChain certificates of the client
 */
public record TlsSettings(
        Optional<Path> rootCertificate, Optional<Path> clientKey, Optional<Path> clientCertificateChain) {}
