package io.github.hivemqtdengine.loadtest.scenario;

import java.nio.file.Path;
import java.util.Optional;

/**
 * mqttloader's TLS keys: PEM files.
 *
 * @param rootCertificate whom to trust; without it, whom the JVM trusts
 * @param clientKey the client's private key, PKCS #8
 * @param clientCertificateChain the client's certificates
 */
public record TlsSettings(
        Optional<Path> rootCertificate, Optional<Path> clientKey, Optional<Path> clientCertificateChain) {}
