// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts {@code HOST:PORT}, or the port of a loopback address. */
final class AddressConverter implements ITypeConverter<InetSocketAddress> {

    @Override
    public InetSocketAddress convert(String text) {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            return colon < 0
                    ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                    : new InetSocketAddress(text.substring(0, colon), port);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + text + "' is not like 192.168.0.7:1883");
        }
    }
}
