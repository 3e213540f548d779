package io.github.hivemqtdengine.decode;

/**
 * MessagePack, one value. Of several fields with the same name the last one counts; names that are no text are taken as
 * text, numbers in decimal and bytes in base64.
 */
public record MsgpackFormat() implements DocumentFormat {

    @Override
    public Document open(byte[] payload) throws DecodeException {
        return BinaryDocument.open(payload, MsgpackItems::new);
    }
}
